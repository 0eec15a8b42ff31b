-- Compatible with older code.
-- One account with ten dependants wrote forty reviews of a centre, of visits that cost nothing. In a rating, an account is one voice.
create function is_free_visit(visit appointments) returns boolean language sql immutable as $$
  select visit.price = 0 or visit.discount_payer is not distinct from 'center' and visit.discount_amount >= visit.price
$$;
comment on function is_free_visit is 'it cost nothing, or its centre itself took the whole price off: its review is published, but counts in no rating';

create function counted_reviews(center uuid, professional uuid default null)
returns table (id uuid, rating integer) language sql stable as $$
  select distinct on (reviews.patient_id) reviews.id, reviews.rating
  from reviews join appointments on appointments.id = reviews.appointment_id
  where reviews.center_id = center and (professional is null or reviews.professional_id = professional)
    and not is_free_visit(appointments)
  order by reviews.patient_id, reviews.created_at desc, reviews.id desc
$$;
comment on function counted_reviews is 'the reviews in the rating of a centre, or of one professional: of each patient account, with its dependants, the newest of a visit that was not free';

create function store_ratings(center uuid, professional uuid) returns void language plpgsql as $$
begin
  -- Reviews that another transaction is writing are counted by the one that ends last.
  perform from center_profiles where id = center for no key update;
  update center_profiles set (rating, total_reviews) =
    (select coalesce(avg(counted.rating), 0), count(*) from counted_reviews(center) counted)
  where id = center;
  update professionals set (rating, total_reviews) =
    (select coalesce(avg(counted.rating), 0), count(*) from counted_reviews(center, professional) counted)
  where id = professional;
end $$;
comment on function store_ratings is 'after each change of a review: what is stored of the ratings equals counted_reviews';

-- A discount may be used, or given back, after the visit was reviewed.
create function store_ratings_of_visit() returns trigger language plpgsql as $$
begin
  perform store_ratings(center_id, professional_id) from reviews where appointment_id = new.id;
  -- Its mark changes even if the rating does not.
  perform notify_pages_if_visible(center_id) from reviews where appointment_id = new.id;
  return null;
end $$;
create trigger appointments_store_ratings after update of price, discount_amount, discount_payer on appointments for each row
  when (new.status = 'completed' and is_free_visit(old) <> is_free_visit(new)) execute function store_ratings_of_visit();

select store_ratings(center_id, professional_id)
from (select distinct center_id, professional_id from reviews order by 1, 2) reviewed;
