/** The rules of flow that are run at request time. */
export { compareFlow } from './compare.ts'
export { estimated } from './contract-flows.ts'
export { type PrintDocument, printDocument } from './print-sums.ts'
