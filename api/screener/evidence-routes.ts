import {
  BoardTrackRecord,
  ScreenerCalibration,
  ScreenerUniverse,
  TrackRecord,
  TrustBoard,
} from '../../shared/domain/contract/screener/evidence.ts'
import { readExample } from '../openapi/read-example.ts'
import { nothing, screenerRoute } from './screener-route.ts'

const CALIBRATION = readExample<ScreenerCalibration>(import.meta.url, './calibration-example.json')
const BOARD_RECORD = readExample<Record<'locked' | 'note', unknown>>(
  import.meta.url,
  './board-track-record-example.json',
)
const NO_FIGURES = { n: 0, n_effective: 0, hit_rate: null, interval: null, mean_excess: null, base_rate: null }

export const screenerEvidenceRoutes = [
  screenerRoute({
    path: '/api/v1/screener/calibration',
    summary: 'How often each archetype was right, by what was known',
    description:
      'Rates of ripe episodes in excess of SPY over all bars of the horizon, after costs, each with its sample and ' +
      'interval. An archetype is calibrated from 30 matured episodes on; its dials then show every bucket, also ' +
      'empty ones.',
    document: 'screener/calibration',
    response: ScreenerCalibration,
    responseDescription: 'One entry for each archetype, with honest labels below 30 samples',
    example: CALIBRATION,
    empty: (reason) => ({
      ...nothing(reason),
      by_archetype: [],
      total_recorded_predictions: 0,
      earliest_maturation_eta: null,
      diagnostics: { ...CALIBRATION.diagnostics, matured: 0, pending: 0, raw_rows: 0 },
    }),
  }),
  screenerRoute({
    path: '/api/v1/screener/trust-board',
    summary: 'How far each archetype may be trusted, and what would change it',
    description:
      'A cohort is one archetype in one block of weeks; its hit is the sign of its mean excess. `p_edge` is the ' +
      'probability of a hit rate above 55 % under a sceptical prior, over post-lock cohorts alone; BETTABLE from 80 ' +
      '%, PROBATION from 60 %. The monthly gauntlet compares with placebo dates and placebo tickers. ' +
      '`false_bettable` says how easily luck would look like this.',
    document: 'screener/trust-board',
    response: TrustBoard,
    responseDescription: 'Evidence, tier, drift and gauntlet of each archetype',
    example: readExample(import.meta.url, './trust-board-example.json'),
    empty: (reason) => ({
      ...nothing(reason),
      archetypes: [],
      false_bettable: { cohorts: 0, probability: 0, sentence: 'No cohort has matured.' },
    }),
  }),
  screenerRoute({
    path: '/api/v1/screener/track-record',
    summary: 'What every ripe episode came to, locked or not',
    description: 'Outcomes of scheduled runs, beside those of back-filled ones, which prove nothing about the future.',
    document: 'screener/track-record',
    response: TrackRecord,
    responseDescription: 'Records by archetype',
    example: readExample(import.meta.url, './track-record-example.json'),
    empty: (reason) => ({ ...nothing(reason), by_archetype: [], note: 'No episode has matured.' }),
  }),
  screenerRoute({
    path: '/api/v1/screener/board-track-record',
    summary: 'Whether locked picks did better than those passed over',
    description:
      'Locked picks to their exits and over their whole horizons, beside the ripe episodes that took no slot: this ' +
      'shows whether choosing by rank was better than not choosing.',
    document: 'screener/board-track-record',
    response: BoardTrackRecord,
    responseDescription: 'The book’s record beside its rival',
    example: BOARD_RECORD,
    empty: (reason) => ({
      ...nothing(reason),
      locked: NO_FIGURES,
      ended_waiting: 0,
      horizon: NO_FIGURES,
      passed_over: NO_FIGURES,
      by_exit: [],
      note: 'No pick has ended.',
    }),
  }),
  screenerRoute({
    path: '/api/v1/screener/universe',
    summary: 'The names that runs read',
    description: 'Members of the index as known at the newest run, and liquid funds; how many of them had enough bars.',
    document: 'screener/universe',
    response: ScreenerUniverse,
    responseDescription: 'Names by ticker',
    example: readExample(import.meta.url, './universe-example.json'),
    empty: (reason) => ({ ...nothing(reason), count: 0, scanned: 0, names: [] }),
  }),
]
