import { plant } from './plant.ts'

export const PLANTED_TEST_FILES = plant('every test file has one project', [
  ['a unit test lies outside of the folders of code', 'tools/a.test.ts', '', 'belongs to no project'],
  ['a test lies in the root', 'a.test.ts', '', 'belongs to no project'],
  ['a unit test lies beside its code', 'pipeline/maths/a.test.ts', '', null],
  ['a test of a server lies in test/', 'test/api/a.test.ts', '', null],
  ['a test that starts the product lies in its folder', 'test/start/a.test.ts', '', null],
  ['a file beside tests is none', 'tools/a.ts', '', null],
])
