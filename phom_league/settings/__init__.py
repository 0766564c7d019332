"""Settings: base for all, embedded for one machine, production for services, test for tests."""
