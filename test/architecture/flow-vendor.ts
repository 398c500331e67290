import { FLOW_VENDOR_NAMES } from '../../shared/flow-vendor/names.ts'
import type { Rule } from './source-files.ts'

const HOME = 'shared/flow-vendor/names.ts'
const written = FLOW_VENDOR_NAMES.map((name) => name.split(' ').join('[\\s._-]*')).join('|')
const NAMED = new RegExp(written, 'i')

/** One file lists the names of the options-flow vendor; no other code, test or comment contains them. */
export const flowVendorUnnamed: Rule = (files) =>
  files
    .filter(({ path, text }) => path !== HOME && NAMED.test(text))
    .map(({ path }) => `${path} names the options-flow vendor; only ${HOME} may`)
