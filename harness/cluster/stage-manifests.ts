import { INGEST_STAGES, STAGES, type StageName } from '../../shared/broker/topology.ts'
import { drainGraceMs } from '../../workers/drain-grace.ts'

/** The longest that a model may be given, as in compose.yaml. */
const AI_TIMEOUT_MS = 120_000
/** For the start of the signal and the end of the process around its work. */
const MARGIN_S = 20
/** Stages that talk to nothing but the database, the broker and the API. */
const INSIDE: readonly StageName[] = ['signals', 'report', 'alerts', 'risk', 'tripwires', 'grading', 'house', 'company']

interface Process {
  name: string
  args: string
  graceS: number
  labels: string
  env: string[]
  isScaled: boolean
}

async function processOf(stage: StageName): Promise<Process> {
  const source = INGEST_STAGES.find((one) => one === stage)?.replace('ingest-', '')
  const egress = INSIDE.includes(stage) ? ', egress: inside' : ''
  return {
    name: stage,
    args: source === undefined ? `--stages, ${stage}` : `--sources, ${source}`,
    graceS: Math.ceil((await drainGraceMs(stage, { AI_TIMEOUT_MS })) / 1_000) + MARGIN_S,
    labels: `app: market-state, part: ${stage}${egress}`,
    env: stage === 'house' ? ['            - { name: API_URL, value: "http://api:8080" }'] : [],
    isScaled: true,
  }
}

/** It has no queue. A second process waits for the end of the first, which calls vendors like an ingest stage. */
const QUOTES: Process = {
  name: 'quotes',
  args: '--quotes',
  graceS: 60,
  labels: 'app: market-state, part: quotes',
  env: [],
  isScaled: false,
}

const deployment = ({ name, args, graceS, labels, env }: Process): string[] => [
  'apiVersion: apps/v1',
  'kind: Deployment',
  'metadata:',
  `  name: ${name}`,
  `  labels: { app: market-state, part: ${name} }`,
  'spec:',
  '  replicas: 1',
  '  selector:',
  `    matchLabels: { app: market-state, part: ${name} }`,
  '  template:',
  '    metadata:',
  `      labels: { ${labels} }`,
  '    spec:',
  '      automountServiceAccountToken: false',
  `      terminationGracePeriodSeconds: ${graceS}`,
  '      securityContext:',
  '        runAsNonRoot: true',
  '        runAsUser: 1000',
  '        fsGroup: 1000',
  '        seccompProfile: { type: RuntimeDefault }',
  '      containers:',
  `        - name: ${name}`,
  '          image: market-state',
  `          command: [node, workers/main.ts, ${args}]`,
  '          envFrom:',
  '            - configMapRef: { name: market-state, optional: true }',
  '          env:',
  '            - { name: DATABASE_URL_FILE, value: "/run/secrets/database_url" }',
  '            - { name: AMQP_URL_FILE, value: "/run/secrets/amqp_url" }',
  ...env,
  '          securityContext:',
  '            readOnlyRootFilesystem: true',
  '            allowPrivilegeEscalation: false',
  '            capabilities: { drop: [ALL] }',
  '          resources:',
  '            requests: { cpu: 100m, memory: 256Mi }',
  '            limits: { memory: 512Mi }',
  '          volumeMounts:',
  '            - { name: secrets, mountPath: /run/secrets, readOnly: true }',
  '            - { name: tmp, mountPath: /tmp }',
  '      volumes:',
  '        - name: secrets',
  '          secret: { secretName: market-state, defaultMode: 0440 }',
  '        - name: tmp',
  '          emptyDir: {}',
]

const budget = ({ name }: Process): string[] => [
  'apiVersion: policy/v1',
  'kind: PodDisruptionBudget',
  'metadata:',
  `  name: ${name}`,
  'spec:',
  '  maxUnavailable: 1',
  '  selector:',
  `    matchLabels: { app: market-state, part: ${name} }`,
]

const autoscaler = ({ name }: Process): string[] => [
  'apiVersion: keda.sh/v1alpha1',
  'kind: ScaledObject',
  'metadata:',
  `  name: ${name}`,
  'spec:',
  `  scaleTargetRef: { name: ${name} }`,
  '  minReplicaCount: 1',
  '  maxReplicaCount: 32',
  '  pollingInterval: 15',
  '  advanced:',
  '    horizontalPodAutoscalerConfig:',
  '      behavior:',
  '        scaleDown: { stabilizationWindowSeconds: 120 }',
  '  triggers:',
  '    - type: metrics-api',
  '      metricType: AverageValue',
  '      metadata:',
  `        url: http://api:8080/api/v1/internal/stages/${name}`,
  '        valueLocation: desired_workers',
  '        targetValue: "1"',
  '        authMode: bearer',
  '      authenticationRef: { name: market-state }',
]

/** docs/kubernetes/stages.yaml: a Deployment with its budget and its autoscaler for each stage, and one for the quotes. */
export async function stageManifests(): Promise<string> {
  const processes = await Promise.all(STAGES.map(processOf))
  const documents = [...processes, QUOTES].flatMap((process) => [
    deployment(process),
    budget(process),
    ...(process.isScaled ? [autoscaler(process)] : []),
  ])
  const head = '# Made from the list of stages by harness/cluster/stage-manifests.ts: change it there.'
  return `${head}\n${documents.map((lines) => lines.join('\n')).join('\n---\n')}\n`
}
