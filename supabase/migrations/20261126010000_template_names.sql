-- Template names are unique per project, ignoring case. Renames older duplicates: "Sale", "Sale (2)", "Sale (3)".
do $$
begin
  loop
    with numbered as (
      select id, row_number() over (partition by project_id, lower(name) order by created_at, id) as number
      from templates
    )
    update templates t set name = t.name || ' (' || n.number || ')'
    from numbered n where n.id = t.id and n.number > 1;
    exit when not found;
  end loop;
end $$;

create unique index templates_name on templates (project_id, lower(name));

-- Deleting a template clears the column.
create index stories_template on stories (template_id) where template_id is not null;
