import { html } from 'ghtml'
import { definePage } from './define-page.ts'
import { place, tokenEntry } from './private-page.ts'

const SOURCE = '/api/v1/internal/pipeline'

export const opsPage = definePage({
  path: '/ops',
  summary: 'The pipeline, for operators',
  description:
    'Stages with depth, age, rate, workers and dead letters, the slots of the day, the runs of sources in 30 days, the ' +
    'grades of the AI read by era and horizon, and traces. It shows nothing without the internal token, and a redrive needs the admin token. Needs JavaScript.',
  reads: () => ({}),
  render: () => ({
    title: 'Operations',
    description: 'The pipeline, for operators.',
    scripts: ['ops.js'],
    drawsItself: true,
    isQuiet: true,
    main: html`<h1>Operations</h1>
!${tokenEntry({
      label: 'Internal token',
      words: 'An operator prints it with this command:',
      command: 'npm run -s ops -- token show internal',
    })}
<div id="pipeline" class="parts" hidden>
<section class="c12" aria-label="Pipeline"><h2>Pipeline <span id="seen" class="mute"></span></h2><div id="stages"><p class="empty">Loading…</p></div></section>
!${place('slots', 'Slots of the day', 12, SOURCE)}
!${place('heat', 'Runs of sources, 30 days', 12, SOURCE)}
!${place('grades', 'Grades of the AI read', 12, '/api/v1/internal/ai2/grades')}
!${place('traces', 'Traces', 5, SOURCE)}
<section id="steps-card" class="c7" aria-label="Steps of a trace" aria-live="polite"><h2>Steps</h2><div id="steps"><p class="empty">Choose a trace.</p></div></section>
<section class="c12" aria-label="Admin token"><h2>Admin token</h2>
<form id="admin-form" autocomplete="off"><label>Admin token, for redrives and the clock <input type="password" autocomplete="off" spellcheck="false" required></label> <button type="submit">Keep in this tab</button></form></section>
<p><button id="leave" type="button">Forget the tokens</button></p>
</div>`,
  }),
})
