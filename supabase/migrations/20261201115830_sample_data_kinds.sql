-- Sample data also has planned posts, captions, a recurring post and an automation.
-- `planned`: removed unless it was published. It is never published to a real account.
-- `recurring`, `automation`: removed while they are off.
alter table sample_data drop constraint sample_data_kind_check;
alter table sample_data add constraint sample_data_kind_check check (
  kind in ('post', 'draft', 'planned', 'template', 'pillar', 'asset', 'caption', 'recurring', 'automation'));
