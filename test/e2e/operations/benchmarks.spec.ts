import { InstantGraph } from '../../../bench/support/instant-graph-process';
import { Product } from '../../../bench/support/product';
import { Publishing } from '../../../bench/support/publishing-product';

describe('what benchmarks are made of', () => {
  it('has posts that go out', async () => {
    const graph = await InstantGraph.start();
    const ours = await Publishing.start({ graph, slots: 4, posts: 8, accounts: 4, fileBytes: 4096 });
    try {
      expect(await graph.rate(8, () => ours.publish(8))).toBeGreaterThan(0);
    } finally {
      await ours.end();
      await graph.end();
    }
  });

  it('has more users than may register from one address', async () => {
    const product = await Product.start();
    try {
      const ids = (await product.subscribers(40)).map(({ user }) => user.id);
      expect(new Set(ids).size).toBe(40);
    } finally {
      await product.end();
    }
  });
});
