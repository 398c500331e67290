/**
 * The options-flow vendor, as outside texts call it: the only file that may (test/architecture/flow-vendor.ts). Plain
 * lower-case words; spaces stand for any separator or none. Two letters alone are not a name: they are too many
 * other things.
 */
export const FLOW_VENDOR_NAMES: readonly string[] = ['unusual whales', 'unusual whale', 'uw whales']

/** What is served instead. */
export const FLOW_VENDOR_STAND_IN = 'the options-flow vendor'
