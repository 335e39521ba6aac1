import { describe, expect, it } from 'vitest';
import { toolFunctions } from '../../lib/deployment.ts';

const tool = (id: string, of: string, effectClass: 'pure' | 'stage') => ({ id, function: of, effectClass });

describe('The functions for tools', () => {
  it('Any number of tools of one pattern share its function', () => {
    const tools = Array.from({ length: 1000 }, (_, i) => tool(`tool.rate.n${i}`, 'conversion', 'pure'));
    expect(toolFunctions(tools)).toEqual([{ name: 'conversion', effectClass: 'pure' }]);
  });

  it('If tools of one function have two effect classes, the function is refused, because its role would have the rights of both', () => {
    const tools = [tool('tool.a', 'conversion', 'pure'), tool('tool.b', 'conversion', 'stage')];
    expect(() => toolFunctions(tools)).toThrow(
      'tool.b: function conversion already serves tools of the effect class pure and cannot also serve stage',
    );
  });
});
