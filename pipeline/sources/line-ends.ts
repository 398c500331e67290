/**
 * The line ends of a file that an operator supplies. By default the CSV reader takes the first line end for all, so a
 * file joined from two, one with CRLF and one with LF, would become a single line.
 */
export const LINE_ENDS = ['\r\n', '\n', '\r'] as const
