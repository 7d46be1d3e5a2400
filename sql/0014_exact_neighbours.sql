-- Neighbours are found by an exact comparison now; those that the index had found are found again.
DELETE FROM release_neighbours;
