import type { RivalTable } from '../../shared/domain/contract/drawdown-risk.ts'
import table from './judged-rivals.json' with { type: 'json' }

/**
 * The statement judged against simpler rivals on history that cannot be redistributed: `npm run validate` computes this
 * table and states from which data and when.
 */
export const judgedRivals: RivalTable = table as RivalTable
