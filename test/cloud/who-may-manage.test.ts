import { openCloud } from '../fixtures/claimable.ts'
import { whoMayManage } from '../fixtures/who-may-manage.ts'

whoMayManage('cloud', openCloud)
