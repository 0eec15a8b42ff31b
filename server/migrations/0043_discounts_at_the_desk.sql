-- The desk uses a patient's promotion or reward when it collects, and can undo that as it can undo a payment.
alter table appointments
  add column discount_taken_by uuid references profiles on delete set null,
  add constraint appointments_discount_taken check (discount_taken_by is null or discount_amount > 0);
comment on column appointments.discount_taken_by is 'the member who used the discount at the desk; null when the patient used it online';
create index appointments_discount_taken_by on appointments (discount_taken_by) where discount_taken_by is not null;
comment on index appointments_discount_taken_by is 'the discounts that one member used at the desk';
