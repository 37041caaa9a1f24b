-- A presigned upload that goes from the sender straight to Supabase Storage: where its file waits to be taken in.
alter table upload_intents
  add column storage_path text,
  -- Why the last file was not taken: {code, message}.
  add column problem jsonb,
  -- Until when one request is taking the file in; others do not fetch it as well.
  add column taking_until timestamptz;
