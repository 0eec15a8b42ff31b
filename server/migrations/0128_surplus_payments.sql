-- The gateway's page accepts a payment that the checkout cannot use: a second one, or one of another amount. It is given back.
alter table gateway_refunds add column surplus_payment_id text unique check (length(surplus_payment_id) between 1 and 100);
comment on column gateway_refunds.surplus_payment_id is 'the gateway''s id of a payment that its checkout cannot use and that is given back whole; null for a refund of the checkout''s own payment';
comment on column checkouts.refunded_amount is 'the sum of the gateway_refunds of its own payment, kept by their trigger';
create or replace function sum_gateway_refunds() returns trigger language plpgsql as $$
begin
  if new.surplus_payment_id is null then
    update checkouts set refunded_amount = refunded_amount + new.amount where id = new.checkout_id;
  end if;
  return null;
end $$;
