-- Compatible with older code.
-- What the centre wrote to its patient about a move is read on the page of the appointment, too.
alter table appointments add column move_reason text check (length(move_reason) <= 500);
comment on column appointments.move_reason is 'what the centre wrote to the patient about its last move; null once the patient moves it';
