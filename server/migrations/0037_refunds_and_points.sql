-- A centre gives back a completed appointment's payment, wholly or in part, and points are earned and taken back.
alter table payments add column refunded_by uuid references profiles on delete set null;
comment on column payments.refunded_by is 'the member who recorded the last refund; null where the gateway paid one that a cancellation promised';
create index payments_refunded_by on payments (refunded_by) where refunded_by is not null;
comment on index payments_refunded_by is 'the refunds of an account that is deleted';

-- A payment may be refunded in several parts, so a movement is what its earlier ones do not cover.
create or replace function move_till() returns trigger language plpgsql as $$
declare
  was_undone boolean := tg_op = 'UPDATE' and old.undone_at is not null;
  moved integer;
begin
  if tg_op = 'INSERT' then
    insert into till_movements (center_id, payment_id, kind, amount, method, at, member_id)
      values (new.center_id, new.id, 'collected', new.amount, new.method, new.collected_at, new.collected_by);
  end if;
  if new.undone_at is not null and not was_undone then
    insert into till_movements (center_id, payment_id, kind, amount, method, at, member_id)
      values (new.center_id, new.id, 'undone', -new.amount, new.method, new.undone_at, new.undone_by);
  end if;
  if new.refunded_at is not null and new.refund_amount is not null then
    select coalesce(-sum(amount), 0) into moved from till_movements where payment_id = new.id and kind = 'refunded';
    if new.refund_amount > moved then
      insert into till_movements (center_id, payment_id, kind, amount, method, at, member_id)
        values (new.center_id, new.id, 'refunded', moved - new.refund_amount, new.method, new.refunded_at, new.refunded_by);
    end if;
  end if;
  return null;
end $$;
drop trigger payments_till on payments;
create trigger payments_till after insert or update of undone_at, refunded_at, refund_amount on payments
  for each row execute function move_till();

alter table points_transactions drop constraint points_transactions_transaction_type_check;
alter table points_transactions drop constraint points_transactions_check1;
alter table points_transactions add constraint points_transactions_type
  check (transaction_type in ('earned', 'redeemed', 'bonus', 'expired', 'reversed'));
alter table points_transactions add constraint points_transactions_sign
  check ((transaction_type in ('earned', 'bonus')) = (points_amount > 0));
alter table points_transactions add column round smallint not null default 0 check (round >= 0);
comment on column points_transactions.round is 'how often the points of its reference had been taken back before';
drop index points_transactions_once;
create unique index points_transactions_once on points_transactions (reference_type, reference_id, transaction_type, round)
  where reference_id is not null;
comment on index points_transactions_once is 'nothing is rewarded, or taken back, twice';
