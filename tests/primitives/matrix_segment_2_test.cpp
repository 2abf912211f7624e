#include <tests/primitives/matrix.h>

namespace cqs::tests {
INSTANTIATE_TYPED_TEST_SUITE_P(segment_2, matrix, variants<2>, variant_name);
}
