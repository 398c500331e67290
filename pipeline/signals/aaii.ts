import { defineComponent, notConnected } from './component.ts'

export const aaii = defineComponent({
  key: 'aaii',
  name: 'AAII',
  max: 6,
  series: [],
  sessionsMax: 0,
  curve: 'bull minus bear, extremes of optimism are bad',
  read: notConnected('the weekly AAII survey is not connected yet'),
})
