-- Why RabbitMQ takes no messages (its memory or disk alarm), so that status names it within seconds.
alter table stage_depths add column broker_alarm text;
