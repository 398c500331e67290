import { defineComponent, notConnected } from './component.ts'

export const cot = defineComponent({
  key: 'cot',
  name: 'COT',
  max: 6,
  series: [],
  sessionsMax: 0,
  curve: 'speculative E-mini positioning, crowding is bad',
  read: notConnected('the weekly CFTC positioning report is not connected yet'),
})
