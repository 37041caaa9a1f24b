-- An account may be connected to several projects. Its rows whose send is in doubt wait for one another all the same.
create index queue_items_sending_account on queue_items (channel, (progress ->> 'account'))
  where status = 'approved' and progress ? 'sending';
drop index queue_items_sending;
