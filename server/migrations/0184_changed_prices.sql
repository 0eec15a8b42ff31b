-- Compatible with older code.
-- A centre lowered the price of a service for a minute, moved an appointment to one that gives less, and raised it again.
alter table services add column price_changed_at timestamptz;
comment on column services.price_changed_at is 'when the owner last changed the price; null when never: the desk moves an appointment to a cheaper service only by a price that has stood for a day';
