"""Tests are sentences; see README.md for the lanes and how to run one."""
