import { defineComponent, notConnected } from './component.ts'

export const breadth = defineComponent({
  key: 'breadth',
  name: 'Breadth',
  max: 12,
  pillar: 'breadth',
  series: [],
  sessionsMax: 0,
  curve: 'percent of members above the 50-day average, higher is better',
  read: notConnected(
    'member bars are not connected yet, so the percent of members above their 50-day average is unknown',
  ),
})
