/** The delay of a refusal: a caller that repeats at once then costs two requests a second per connection. */
const DELAY_MS = 500
const HELD_MAX = 2_000

/**
 * Delays refusals of callers beyond their limit while others need the process, because a refusal costs it nearly as much
 * as a ready answer. Beyond a bounded number of held ones they are answered at once.
 */
export class SlowRefusals {
  #held = 0

  refuse(isNeeded: boolean, answer: () => void): void {
    if (!isNeeded || this.#held >= HELD_MAX) {
      answer()
      return
    }
    this.#held++
    setTimeout(() => {
      this.#held--
      answer()
    }, DELAY_MS).unref()
  }
}
