-- Commits a call of the LLM with its worst-case cost before it is sent, or says why it may not be: its day would cost more
-- than the limit, or it was made before. The day is the Eastern date of real time, and its row is locked first; each
-- statement of a volatile function sees what was committed before it, so neither concurrency nor a fast clock spends more.
create function reserve_ai_attempt(
  for_read text, number smallint, by_provider text, by_model text, is_simulated boolean, of_prompts text, chars integer,
  worst_micro bigint, limit_micro bigint, parent text
) returns text language plpgsql as $$
declare
  today date := (clock_timestamp() at time zone 'America/New_York')::date;
begin
  insert into ai_spend_days as s (day) values (today) on conflict (day) do update set day = s.day;
  if (select coalesce(sum(coalesce(a.cost_micro, a.cost_max_micro)), 0) + worst_micro > limit_micro
      from ai_attempts as a where a.spend_day = today) then
    return 'limit';
  end if;
  insert into ai_attempts (read_id, attempt, provider, model, simulated, prompt_version, prompt_chars, cost_max_micro,
    spend_day, traceparent)
  values (for_read, number, by_provider, by_model, is_simulated, of_prompts, chars, worst_micro, today, parent)
  on conflict do nothing;
  return case when found then 'granted' else 'made' end;
end $$;
