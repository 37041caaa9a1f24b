-- Thumbnails are now at most 10,000 bytes. The job makes them again, and the clean-up deletes the old files.
update assets set preview_path = null, preview_tries = 0 where preview_path is not null;
