import { openCloud } from '../fixtures/claimable.ts'
import { whoMayAdd } from '../fixtures/who-may-add.ts'

whoMayAdd('cloud', openCloud)
