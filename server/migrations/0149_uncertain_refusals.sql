-- Since when the mail server has refused a mail for a reason that may be the recipient's or our account's: it is repeated for a day.
alter table outbound_mails add column uncertain_since timestamptz;
