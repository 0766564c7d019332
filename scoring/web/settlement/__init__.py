"""The settlement page: what it shows, put together from the selectors for the template."""
