import type { DataProvider, GetListParams } from 'react-admin';
import simpleRest from 'ra-data-simple-rest';
import { send } from '../api';
import { isUpToLastPage } from './layout/upToLastPage';

const rest = simpleRest('/api', send);

/** Lists and records. Every other call is a function in the calls.ts of its screen. */
export const dataProvider: DataProvider = {
  ...rest,
  async getList(resource: string, params: GetListParams) {
    const found = await rest.getList(resource, params);
    const { page = 1, perPage = 1 } = params.pagination ?? {};
    const last = Math.ceil((found.total ?? 0) / perPage);
    const isBeyond = found.data.length === 0 && last > 0 && page > last;
    if (!isBeyond || !isUpToLastPage(params.meta)) return found;
    return rest.getList(resource, { ...params, pagination: { page: last, perPage } });
  },
};
