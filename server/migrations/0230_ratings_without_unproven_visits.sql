-- Compatible with older code.
-- Ten accounts that never confirmed an address booked tomorrow's times, the job completed these visits, and each gave five stars:
-- a rating for nothing, because such a visit owes no commission either.
create function is_unrated_visit(visit appointments) returns boolean language sql immutable as $$
  select is_free_visit(visit) or visit.closed_unproven
$$;
comment on function is_unrated_visit is 'it cost nothing, or only the job completed the booking of an unproven account: its review is published, but counts in no rating';

create or replace function counted_reviews(center uuid, professional uuid default null)
returns table (id uuid, rating integer) language sql stable as $$
  select distinct on (reviews.patient_id) reviews.id, reviews.rating
  from reviews join appointments on appointments.id = reviews.appointment_id
  where reviews.center_id = center and (professional is null or reviews.professional_id = professional)
    and not is_unrated_visit(appointments)
  order by reviews.patient_id, reviews.created_at desc, reviews.id desc
$$;
comment on function counted_reviews is 'the reviews in the rating of a centre, or of one professional: of each patient account, with its dependants, the newest of a visit that counts';

-- A payment or the status ends closed_unproven in another trigger, whose columns the list of this one does not see.
drop trigger appointments_store_ratings on appointments;
create trigger appointments_store_ratings
  after update of price, discount_amount, discount_payer, closed_unproven, paid_amount, status on appointments for each row
  when ('completed' in (old.status, new.status) and is_unrated_visit(old) <> is_unrated_visit(new))
  execute function store_ratings_of_visit();

select store_ratings(center_id, professional_id)
from (select distinct reviews.center_id, reviews.professional_id
  from reviews join appointments on appointments.id = reviews.appointment_id
  where closed_unproven order by 1, 2) reviewed;
