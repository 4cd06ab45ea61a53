import { Counts, type Sample } from './counts';

const find = (samples: Sample[], metric: string, labels: Record<string, string | number>, part?: string) =>
  samples.find(
    (each) =>
      each.metric === metric && each.part === part && JSON.stringify(each.labels) === JSON.stringify(labels),
  )?.value;

const request = (route: string) => ({ method: 'GET' as const, route, status: '2xx' as const });

describe('Counts', () => {
  it('adds up by labels, whatever their order', () => {
    const counts = new Counts();
    counts.add('pagecast_http_requests_total', request('/a'));
    counts.add('pagecast_http_requests_total', { status: '2xx', route: '/a', method: 'GET' }, 2);
    counts.add('pagecast_http_requests_total', request('/b'));
    const samples = counts.samples();
    expect(find(samples, 'pagecast_http_requests_total', request('/a'))).toBe(3);
    expect(find(samples, 'pagecast_http_requests_total', request('/b'))).toBe(1);
  });

  it('begins at nought where the values of the labels are known, so that the first event is an increase', () => {
    const samples = new Counts().samples();
    expect(find(samples, 'pagecast_mails_total', { result: 'given_up' })).toBe(0);
    expect(find(samples, 'pagecast_upload_received_bytes_total', {})).toBe(0);
    expect(find(samples, 'pagecast_publications_total', { network: 'instagram', outcome: 'missed' })).toBe(0);
    expect(find(samples, 'pagecast_lateness_seconds', {}, '_count')).toBe(0);
    expect(samples.filter(({ metric }) => metric === 'pagecast_http_requests_total')).toEqual([]);
  });

  it('has in each bucket of a histogram what is at most its limit', () => {
    const counts = new Counts();
    for (const value of [0.001, 0.05, 0.0501, 1, 1801])
      counts.observe('pagecast_lateness_seconds', {}, value);
    const samples = counts.samples();
    const below = (le: string | number) => find(samples, 'pagecast_lateness_seconds', { le }, '_bucket');
    expect([below(0.05), below(0.1), below(0.5), below(1), below(1800), below('+Inf')]).toEqual([
      2, 3, 3, 4, 4, 5,
    ]);
    expect(find(samples, 'pagecast_lateness_seconds', {}, '_count')).toBe(5);
    expect(find(samples, 'pagecast_lateness_seconds', {}, '_sum')).toBeCloseTo(1802.1011);
  });

  it('has a bound on its series: more routes than can be are counted together', () => {
    const counts = new Counts();
    for (let n = 0; n < 5_000; n++) counts.add('pagecast_http_requests_total', request(`/${n}`));
    const samples = counts.samples().filter(({ metric }) => metric === 'pagecast_http_requests_total');
    expect(samples.length).toBeLessThanOrEqual(1_001);
    expect(samples.reduce((sum, { value }) => sum + value, 0)).toBe(5_000);
    expect(find(samples, 'pagecast_http_requests_total', request('other'))).toBe(4_000);
  });
});
