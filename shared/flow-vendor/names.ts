/**
 * The names of the options-flow vendor in outside texts; no other file may contain them
 * (test/architecture/flow-vendor.ts). Plain lower-case words; a space stands for any separator or none. The two
 * initials alone are not a name: they mean too many other things.
 */
export const FLOW_VENDOR_NAMES: readonly string[] = ['unusual whales', 'unusual whale', 'uw whales']

/** Served in place of a name. */
export const FLOW_VENDOR_STAND_IN = 'the options-flow vendor'
