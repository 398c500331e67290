import { BINDINGS, type Bindings } from '../../shared/broker/topology.ts'

/**
 * The stages that the handlers of effect-handler.ts have. A stage has six queues on RabbitMQ, so a broker of all of the
 * product's stages takes two seconds of processor to be made.
 */
export const TWO_STAGES: Bindings = { signals: BINDINGS.signals, report: BINDINGS.report }
