import { z } from 'zod'
import { amqpUrls, databaseUrl, integer } from './config-values.ts'

/** The addresses of the database and the broker, spread into ConfigSchema. */
export const CONNECTION_VARIABLES = {
  DATABASE_URL: databaseUrl
    .optional()
    .describe(
      'a Postgres server, or several hosts separated by commas, of which the primary is used; not set: the embedded one',
    ),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .describe(
      'the same database without the pooler that DATABASE_URL points to, for notifications, session locks, COPY and migrations; if set, prepared statements are off for DATABASE_URL',
    ),
  DATABASE_READ_URL: databaseUrl
    .optional()
    .describe(
      'a streaming standby of the same database, which serves public documents; not set: the primary serves them',
    ),
  DATABASE_READ_LAG_MAX_S: integer(1, 3_600)
    .default(5)
    .describe('lag of the standby, in seconds, above which public reads use the primary'),
  DATABASE_READER_URL: databaseUrl
    .optional()
    .describe('a read-only login on the same database, for the verdict; not set: npm run migrate creates one'),
  AMQP_URL: amqpUrls
    .optional()
    .describe(
      'a RabbitMQ server, 3.10 or newer, or the nodes of a cluster separated by commas; not set: the Postgres broker',
    ),
  AMQP_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'PEM file of the authority that signed the certificates of the RabbitMQ servers; not set: the authorities that Node trusts',
    ),
  AMQP_CERT_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('PEM file of the client certificate for RabbitMQ, if it requires one'),
  AMQP_KEY_FILE: z.string().min(1).optional().describe('PEM file of the key of that certificate'),
}

type Addresses = { DATABASE_URL?: string | undefined; DATABASE_DIRECT_URL?: string | undefined }

/** The address at which a session is exclusive to its client: without the pooler, where there is one. */
export const directDatabaseUrl = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Addresses): string | undefined =>
  DATABASE_DIRECT_URL ?? DATABASE_URL

/** Returns whether DATABASE_URL leads to a pooler. */
export const usesPooler = ({ DATABASE_DIRECT_URL }: Pick<Addresses, 'DATABASE_DIRECT_URL'>): boolean =>
  DATABASE_DIRECT_URL !== undefined
