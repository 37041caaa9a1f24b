-- Presigned uploads that go straight to Supabase Storage: where the file waits until it is checked.
alter table upload_intents
  add column storage_path text,
  -- Why the last file was refused: {code, message}.
  add column problem jsonb,
  -- Lease of the request that checks the file, so that others do not fetch it too.
  add column taking_until timestamptz;
