/**
 * The largest whole number from 1 to `most` that passes, found by halving; 0 if 1 does not pass. It assumes that what
 * passes for a number passes for every smaller one; where that does not hold, the answer passes nevertheless.
 */
export function largestPassing(most: number, passes: (quantity: number) => boolean): number {
  let [good, bad] = [0, most + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (passes(middle)) good = middle
    else bad = middle
  }
  return good
}
