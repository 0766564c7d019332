"""Every read. Each takes the club, or an object already found in it; answers are frozen rows."""
