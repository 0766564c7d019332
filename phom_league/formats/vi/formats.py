"""1.234.567,5: Django's own Vietnamese formats do not group digits."""

DECIMAL_SEPARATOR = ","
THOUSAND_SEPARATOR = "."
NUMBER_GROUPING = 3
