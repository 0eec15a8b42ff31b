-- A count of a limit that was taken back after its window was deleted stayed below zero, which allowed one attempt too many.
delete from rate_limits where points < 0;
alter table rate_limits add constraint rate_limits_points_check check (points >= 0);
