-- An account may be connected to several projects. Its rows with an unknown outcome are settled one after another.
create index queue_items_sending_account on queue_items (channel, (progress ->> 'account'))
  where status = 'approved' and progress ? 'sending';
drop index queue_items_sending;
