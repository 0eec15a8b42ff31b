-- Compatible with older code.
-- A patient buys a package online. The checkout keeps the terms that the patient saw, and its approval sells the package with them.
alter table checkouts
  alter column professional_id drop not null,
  add column package_offer_id uuid references package_offers on delete set null,
  add column package_terms jsonb,
  add constraint checkouts_one_thing check (case when package_terms is null
    then professional_id is not null and package_offer_id is null
    else num_nonnulls(appointment_id, professional_id, promotion_use_id, redemption_id) = 0 end);
comment on column checkouts.professional_id is 'null: it pays for a package, which several professionals may give';
comment on column checkouts.appointment_id is 'null: a package, or else the direct payment of a consultation with the professional, a credit until a booking consumes it';
comment on column checkouts.package_offer_id is 'the offer of the package that it pays for; null once the offer was deleted, so that an approval is given back';
comment on column checkouts.package_terms is 'what the patient saw of the package: {serviceName, serviceIds, professionalNames, sessions, validityDays}; null: it pays for no package';
create unique index checkouts_package_in_progress on checkouts (patient_id, package_offer_id)
  where package_offer_id is not null and (status = 'pending' or status = 'created' and method = 'card');
comment on index checkouts_package_in_progress is 'one payment at a time of a patient for an offer';
create index checkouts_of_package_offer on checkouts (package_offer_id) where package_offer_id is not null;
comment on index checkouts_of_package_offer is 'for the deletion of an offer';

create function keep_package_of_checkout() returns trigger language plpgsql as $$
begin
  raise exception 'the package that checkout % pays for stays as its patient saw it', new.id
    using errcode = 'check_violation', constraint = 'checkouts_package_stays', table = 'checkouts';
end $$;
create trigger checkouts_package_stays before update of package_terms on checkouts for each row
  when (new.package_terms is distinct from old.package_terms) execute function keep_package_of_checkout();

-- An online payment is for the kind of thing that its checkout was for.
create function require_thing_of_checkout() returns trigger language plpgsql as $$
begin
  if exists (select from checkouts where id = new.checkout_id and (package_terms is null) <> (new.package_id is null)) then
    raise exception 'checkout % pays for another thing', new.checkout_id
      using errcode = 'check_violation', constraint = 'payments_thing_of_checkout', table = 'payments';
  end if;
  return new;
end $$;
create trigger payments_thing_of_checkout before insert or update of checkout_id, package_id on payments for each row
  when (new.checkout_id is not null) execute function require_thing_of_checkout();
