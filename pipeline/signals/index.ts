import { aaii } from './aaii.ts'
import { breadth } from './breadth.ts'
import { breakevens } from './breakevens.ts'
import type { Component } from './component.ts'
import { cot } from './cot.ts'
import { dix } from './dix.ts'
import { dollar } from './dollar.ts'
import { gex } from './gex.ts'
import { hyOas } from './hy-oas.ts'
import { oil } from './oil.ts'
import { skew } from './skew.ts'
import { vix } from './vix.ts'
import { vixTerm } from './vix-term.ts'
import { yieldCurve } from './yield-curve.ts'

/** The 13 components, 100 points, in the order they are served: flows, credit, volatility, macro, surveys. */
export const components: readonly Component[] = [
  dix,
  gex,
  hyOas,
  breadth,
  vix,
  vixTerm,
  skew,
  yieldCurve,
  dollar,
  oil,
  breakevens,
  aaii,
  cot,
]
