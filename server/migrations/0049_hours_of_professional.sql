-- Every hold, calendar and week of the agenda reads hours by professional, for which a btree takes half the time of the
-- constraint's GiST index.
create index weekly_hours_of_professional on weekly_hours (professional_id, weekday, start_minute);
comment on index weekly_hours_of_professional is 'the weekly hours of a professional, in order';
