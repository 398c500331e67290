/**
 * The ends of a line in a file that an operator hands over. Left to find out, the CSV reader takes the end of the first
 * line for all, and a file that was joined from two, one with CRLF and one with LF, becomes a single line.
 */
export const LINE_ENDS = ['\r\n', '\n', '\r'] as const
