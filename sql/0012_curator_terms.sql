-- A curator without rights on the vectors may change and delete terms of the site.

ALTER FUNCTION note_local_description() SECURITY DEFINER SET search_path = public, pg_temp;
