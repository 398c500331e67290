/**
 * The shortest list of index members that the service accepts. Two thirds of what a first start computes are bars of
 * all 503, and few tests need them.
 */
export const FEW_MEMBERS = 50
