import type { AuditRule } from './audit-rule.ts'

/** Every reference to a receipt leads to it. */
export const RECEIPTS_AUDIT: readonly AuditRule[] = [
  {
    name: 'state-refs-resolve',
    promise:
      'every state_ref of a verdict, an alert, a quote, a fill or a receipt of a trade leads to a receipt of its kind',
    offenders: (sql) => sql`
      select n.subject, n.id, n.ref from (
        select 'verdict' as subject, v.id::text as id, v.state_ref as ref, 'state' as kind from ai_verdicts as v
        union all select 'alert', a.id::text, a.state_ref, 'state' from alerts as a
        union all select 'quote', t.id::text, t.rich->>'state_ref', 'quote' from trades as t
        union all select 'receipt of a ' || b.kind, b.ref, b.body::jsonb->>'market_state_ref', 'state' from receipts as b
          where b.kind <> 'state'
        union all select 'quote of a fill', b.ref, b.body::jsonb->>'quote_state_ref', 'quote' from receipts as b
          where b.kind = 'fill'
      ) as n
      where n.ref is not null and not exists (select 1 from receipts as r where r.ref = n.ref and r.kind = n.kind)`,
  },
  {
    name: 'live-verdicts-have-their-receipt',
    promise: 'a verdict of a slot or event names what was known, and only one of simulated months names nothing',
    offenders: (sql) => sql`
      select v.id, v.cycle_id, v.variant, v.origin, v.state_ref from ai_verdicts as v
      where (v.origin = 'backfill') <> (v.state_ref is null)`,
  },
  {
    name: 'fills-have-their-receipt',
    promise: 'a trade whose quote has a receipt has one of its fill if and only if it was executed',
    offenders: (sql) => sql`
      select t.id, t.status, f.ref as fill from trades as t
      join receipts as q on q.trade_id = t.id and q.kind = 'quote'
      left join receipts as f on f.trade_id = t.id and f.kind = 'fill'
      where (t.status = 'executed') <> (f.ref is not null)`,
  },
  {
    name: 'receipts-hold-what-is-named',
    promise: 'the digits of a receipt’s name are the digest of its bytes',
    offenders: (sql) => sql`
      select r.ref, r.kind from receipts as r
      where r.ref <> r.kind || '-' || left(encode(sha256(convert_to(r.body, 'UTF8')), 'hex'), 40)`,
  },
]
